#include <uv.h>
#include <sys/timerfd.h>
