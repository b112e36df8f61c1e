echo old >target; mkdir other; ln -s target link; ln -s other/page.html page
