#ifndef CSIMDJSON_H
#define CSIMDJSON_H
#include <stdint.h>
#include <stddef.h>
#endif
