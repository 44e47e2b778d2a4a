"""What MLflow runs to serve a taught detector; it is kept as code, never as a pickle."""

from pathlib import Path
from typing import Any

import mlflow
import numpy as np

from src.core import Entry, Picture
from src.serving.loading import from_files


class DetectorModel(mlflow.pyfunc.PythonModel):  # type: ignore[misc]
    """Pictures in, probability of foreground out."""

    def load_context(self, context: Any) -> None:
        """Build the detector from its configuration and its weights."""
        files = context.artifacts
        self.detector = from_files(Path(files["config"]), Path(files["weights"]))

    # Without a hint MLflow warns when this class is made, in a way that no filter can stop; from
    # most hints it infers a schema of its own, from a plain array it does not.
    def predict(
        self,
        context: Any,  # noqa: ARG002
        model_input: np.ndarray,
        params: Any = None,  # noqa: ARG002
    ) -> Any:
        """(n, height, width, 3) uint8 to (n, height, width) float32."""
        pixels = model_input["pixels"] if isinstance(model_input, dict) else model_input
        entry = Entry("request", "request", "test")
        pictures = [Picture(entry, np.asarray(image, np.uint8)) for image in pixels]
        return np.stack([self.detector.probabilities(picture) for picture in pictures])


mlflow.models.set_model(DetectorModel())
