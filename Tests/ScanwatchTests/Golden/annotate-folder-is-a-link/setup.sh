mkdir drawings elsewhere
ln -s ../elsewhere drawings/Pictures
