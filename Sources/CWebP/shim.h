/* CWebP: libwebp, which reads WebP. */
#include <webp/decode.h>
