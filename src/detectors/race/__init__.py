"""Race photos: numbers on bibs, faces, who wears which bib, and what a face measures."""

from importlib.util import find_spec

if find_spec("cv2") is None:
    raise ImportError("OpenCV is not installed: pip install 'brushwork[vision]'")
