#include <mosquitto.h>
#include <malloc.h>
