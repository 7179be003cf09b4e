/* How much memory the process keeps that it does not need. */
#ifndef CSYSTEM_MEMORY_H
#define CSYSTEM_MEMORY_H

/* Has all threads share one heap, where each would keep what it once needed in one of its own. To be
   called before there are any. */
void csystem_share_heap(void);

/* Gives free pages of the heap back to the system, and lets go of code and constants that the program
   and its libraries have touched so far: what is used again is mapped again, from the system's cache. */
void csystem_forget_start(void);

/* Gives free pages of the heap back to the system; takes a while where there are many. */
void csystem_trim_heap(void);

#endif
