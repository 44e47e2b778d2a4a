"""Elements of a screen without a server: candidates, a dense net, and a ranker over both."""

from importlib.util import find_spec

if find_spec("cv2") is None:
    raise ImportError("OpenCV is not installed: pip install 'brushwork[grounding]'")
