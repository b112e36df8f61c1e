#ifndef CUNCALLED_H
#define CUNCALLED_H

// Functions that archives of OpenCV and zbar name and that nothing of ours ever gets to, in the place of the libraries that have
// them. They are seen by the linker alone, and end the process if they are called after all.

#endif
