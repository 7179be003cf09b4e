/* A child that does not outlive its parent. */
#ifndef CSYSTEM_PARENT_DEATH_H
#define CSYSTEM_PARENT_DEATH_H

/* Asks the kernel to kill this process when the thread that started it ends. 0, or -ESRCH when the
   parent was gone before the wish was made, or another negated errno. */
int csystem_die_with_parent(void);

#endif
