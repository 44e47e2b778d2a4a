"""What a camera does to a scene: light, blur, noise, JPEG."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

from src.data.synthetic.noise import QUANTILES

DAY, DULL, LOW, BRIGHT = "day", "dull", "low", "bright"
LIGHTS = (DAY, DULL, LOW, BRIGHT)

NEAR = 0.9
"""Px of deviation up to which a blur of three by three pixels is nearly one."""

SHOULDER = 0.9
"""How early highlights flatten."""


@dataclass(frozen=True)
class Camera:
    """How a photo was taken.

    Args:
        light: of ``LIGHTS``.
        gain: of brightness; ``lift``: haze, in levels.
        tint: of red and blue against green.
        defocus: px of deviation of the whole photo.
        noise: levels of deviation in the darker half.
        quality: of JPEG.
    """

    light: str
    gain: float
    lift: float
    tint: tuple[float, float]
    defocus: float
    noise: float
    quality: int


def drawn_camera(rng: np.random.Generator, shares: tuple[float, ...], scale: float) -> Camera:
    """Any; ``scale`` is the height of the photo in heights of 1333 px."""
    light = str(rng.choice(LIGHTS, p=shares))
    gain, lift, noise = {
        DAY: (rng.uniform(0.92, 1.1), 0.0, rng.uniform(1.5, 5)),
        DULL: (rng.uniform(0.72, 0.88), rng.uniform(8, 26), rng.uniform(3, 8)),
        LOW: (rng.uniform(0.16, 0.4), rng.uniform(0, 6), rng.uniform(8, 17)),
        BRIGHT: (rng.uniform(1.3, 1.55), rng.uniform(10, 40), rng.uniform(1.5, 4)),
    }[light]
    return Camera(
        light,
        float(gain),
        float(lift),
        (float(rng.uniform(0.94, 1.08)), float(rng.uniform(0.9, 1.06))),
        float(scale * rng.uniform(0.4, 0.9)),
        float(noise),
        int(rng.integers(60, 93)),
    )


def taken(rng: np.random.Generator, camera: Camera, scene: Image.Image) -> bytes:
    """The photo as a JPEG file."""
    if camera.defocus > 0.3:
        scene = scene.filter(_soft(camera.defocus))
    levels = np.arange(256)
    curves = []
    for tint in (camera.tint[0], 1.0, camera.tint[1]):
        curve = 255 * _film(levels / 255 * camera.gain * tint) / _film(1.0)
        curves += np.clip(curve + camera.lift, 0, 255).round().astype(int).tolist()
    pixels = np.asarray(scene.point(curves))
    noise = np.rint(QUANTILES * camera.noise).astype(np.int16)
    grain = noise[np.frombuffer(rng.bytes(pixels.size), np.uint8)].reshape(pixels.shape)
    noisy = np.clip(pixels + grain, 0, 255).astype(np.uint8)
    file = BytesIO()
    Image.fromarray(noisy).save(file, "JPEG", quality=camera.quality)
    return file.getvalue()


def _soft(deviation: float) -> ImageFilter.Kernel | ImageFilter.GaussianBlur:
    """Blurs by so many px; little blur needs the nearest pixels alone, which is far quicker."""
    if deviation > NEAR:
        return ImageFilter.GaussianBlur(deviation)
    side = np.exp(-0.5 / deviation**2)
    line = np.array([side, 1, side])
    return ImageFilter.Kernel((3, 3), np.outer(line, line).ravel().tolist(), float(line.sum() ** 2))


def _film(light: Any) -> Any:
    """Linear in the dark, flattening towards white."""
    return 1 - np.exp(-SHOULDER * light)


def decoded(file: bytes) -> npt.NDArray[np.uint8]:
    """The pixels of a photo."""
    with Image.open(BytesIO(file)) as image:
        return np.asarray(image.convert("RGB"))
