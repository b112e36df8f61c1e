"""Makes SampleImages again; arguments name the folders, default all of them."""

import sys

import linear
import matrix
import mixed
import nothing
import people
import qr

FOLDERS = (qr.qr, *matrix.ALL, *linear.ALL, mixed.mixed, people.faces, nothing.nothing)


def main(names):
    total = 0
    for make in FOLDERS:
        if names and make.__name__ not in names:
            continue
        count = make()
        total += count
        print(f"{make.__name__}\t{count}")
    print(f"total\t{total}")


main(sys.argv[1:])
