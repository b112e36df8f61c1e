// A picture as the peers for faces are given it: grey, shrunk to a longest side.
#pragma once

#include <dlib/image_io.h>
#include <dlib/opencv.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>

struct Shrunk {
    cv::Mat plane;
    double scale; // of the picture, 1 at most

    Shrunk(const char *file, double side) {
        dlib::array2d<dlib::rgb_pixel> picture;
        dlib::load_image(picture, file);
        cv::Mat grey;
        cv::cvtColor(dlib::toMat(picture), grey, cv::COLOR_RGB2GRAY);
        scale = std::min(1.0, side / std::max(grey.cols, grey.rows));
        plane = grey;
        if (scale < 1) cv::resize(grey, plane, cv::Size(), scale, scale, cv::INTER_AREA);
    }
};
