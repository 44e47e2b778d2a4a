"""Names that no configuration may call, and what is no name at all."""

from typing import Any

FUNCTIONS_OF_OURS = [
    "src.data.files.whole.write_whole", "src.data.files.lock.alone",
    "src.data.files.tables.read_table",
    "src.data.formats.painter.write_picture", "src.data.formats.painter.write_annotation",
    "src.data.formats.label_studio.write.write_tasks",
    "src.data.formats.trajectories.save_trajectory",
    "src.data.formats.raster.load", "src.data.files.foreign.read_bytes",
    "src.data.files.shelf.cache_folder", "src.tracking.store.cleaning.delete",
    "src.tracking.store.cleaning.empty", "src.tracking.store.connection.connect",
    "src.tracking.record.provenance.subprocess.run", "src.tracking.record.provenance.Path",
    "src.tracking.archive.reading.fetch", "src.serving.model.save_model",
    "src.serving.model.copied_code", "src.serving.loading.from_files",
    "src.serving.export.export_label_studio", "src.running.job.run", "src.running.job.job",
    "src.running.once.once", "src.running.repeat.repeat", "src.run.main", "src.run.task",
    "src.runs.main", "src.sweeps.study.open_storage", "src.composing.conf.composed",
    "src.composing.builder.build", "src.composing.trusted.trusted_target",
]  # fmt: skip
CLASSES_THAT_ACT = [
    "src.data.files.hashes.HashCache", "src.data.files.shelf.Shelf",
    "src.data.task_images.TaskImages",
    "src.data.files.examining.ThreadPoolExecutor", "src.tracking.archive.Archive",
    "src.tracking.record.run.Path", "src.detectors.stored.Path",
    "src.evaluation.executors.ray_cluster.RayCluster", "src.training.session.Path",
]  # fmt: skip
LIBRARIES = [
    "mlflow.set_tracking_uri", "mlflow.pyfunc.load_model", "mlflow.delete_run",
    "mlflow.projects.run",
    "optuna.delete_study", "optuna.create_study", "optuna.samplers.TPESampler", "torch.load",
    "torch.save", "torch.hub.load", "torch.compile", "torch.utils.cpp_extension.load",
    "torch.optim.Optimizer.load_state_dict", "torch.optim.lr_scheduler.StepLR",
    "torch.optim.swa_utils",
    "monai.networks.nets.torch.load", "monai.networks.nets.basic_unet.torch",
    "monai.bundle.run", "monai.apps.download_url", "monai.networks.nets.download_url",
    "monai.networks.nets.Path", "monai.networks.nets.Act", "monai.networks.nets.drop_connect",
    "hydra.utils.call", "hydra.utils.instantiate", "hydra.utils.get_method", "numpy.save",
    "numpy.fromfile", "pandas.read_pickle", "pickle.loads", "yaml.unsafe_load", "joblib.load",
    "skimage.io.imsave", "PIL.Image.open", "lightning.Trainer", "ray.init",
]  # fmt: skip
OF_PYTHON = [
    "os.system", "os.popen", "os.remove", "os.execv", "os.fork", "os.mkdir", "os.putenv",
    "subprocess.run", "subprocess.Popen", "subprocess.check_output", "shutil.rmtree",
    "builtins.eval",
    "builtins.exec", "builtins.open", "builtins.__import__", "builtins.compile",
    "importlib.import_module",
    "runpy.run_path", "runpy.run_module", "pty.spawn", "ctypes.CDLL", "socket.create_connection",
    "webbrowser.open", "urllib.request.urlopen", "pathlib.Path.write_text", "pathlib.Path.touch",
    "pathlib.Path.unlink", "tempfile.mkdtemp", "logging.config.dictConfig", "code.interact",
    "antigravity.webbrowser", "this.s", "functools.partial", "operator.methodcaller",
    "types.FunctionType", "threading.Thread", "multiprocessing.Process", "signal.raise_signal",
    "sys.exit", "atexit.register",
]  # fmt: skip
THROUGH_A_MODULE = [
    "src.data.folder.logging.os.system", "src.data.files.lock.os.remove", "src.data.folder.Path",
    "src.data.folder.Path.unlink", "src.detectors.neural.torch.load",
    "src.detectors.neural.io.open",
    "src.detectors.forest.np.save", "src.detectors.forest.ThreadPoolExecutor",
    "src.detectors.neural.NeuralDetector.save", "src.detectors.neural.NeuralDetector.__init__",
    "src.detectors.neural.NeuralDetector.__class__", "src.detectors.neural.__builtins__",
    "src.detectors.neural.__loader__.exec_module", "src.detectors.unet.UNet.__globals__",
    "src.detectors.unet.UNet.__init__.__globals__", "src.detectors.neural._turned",
    "src.detectors.neural.predict", "src.detectors.neural.evaluating", "src.detectors.forest.grow",
    "src.detectors.forest.read_drawn", "src.serving.loading.TemporaryDirectory",
]  # fmt: skip
NO_NAMES: list[Any] = [
    "", " ", ".", "..", "os", "src", "src.", ".src.detectors.neural.NeuralDetector",
    "src..detectors.neural.NeuralDetector", "src.detectors.neural.NeuralDetector()",
    "src.detectors.neural.NeuralDetector\n", "src.detectors.neural. NeuralDetector",
    "src.detectors.neural:NeuralDetector", "src/detectors/neural", "src.detectors.*", "*",
    "ѕrc.detectors.neural.NeuralDetector", "src.detectorѕ.neural.NeuralDetector",
    "ｏｓ.ｓｙｓｔｅｍ", "os\u200b.system", "оs.system", "os．system", "𝗼𝘀.system",
    "src.detectors.neural.ＮeuralDetector", "src.detectors.neural.NeuralDetector\0",
    "\ud800.x", "x" * 5000, "a." * 5000 + "b", None, 5, 5.5, True, [], {}, ["os.system"],
    {"_target_": "os.system"}, b"os.system", "${oc.env:HOME}", "${oc.create:os.system}", "???",
]  # fmt: skip

NAMED: list[Any] = [
    *FUNCTIONS_OF_OURS, *CLASSES_THAT_ACT, *LIBRARIES, *OF_PYTHON, *THROUGH_A_MODULE, *NO_NAMES,
]  # fmt: skip
