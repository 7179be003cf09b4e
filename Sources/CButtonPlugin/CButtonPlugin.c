#include "buttond_plugin.h"
