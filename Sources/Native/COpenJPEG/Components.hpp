// What the components of a picture that OpenJPEG decoded are.
#pragma once

#include "../CApart/Apart.hpp"
#include "Library.hpp"

// Copies the components that make luma, and alpha, to planes of the picture's size; the others are passed over. Why not is
// told to the target.
void copy_components(const opj_image_t &image, apart::Target &target);
