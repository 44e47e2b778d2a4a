# The demo in a container:
#   docker build -t brushwork .
#   docker run --rm -v "$PWD/results:/results" brushwork
#   docker run --rm -v "$PWD/results:/results" -v "$PWD/photos:/photos" brushwork predict RUN /photos --out /results/masks
# --build-arg PIP_EXTRA_INDEX_URL=… takes torch without CUDA from its makers, which is 2 GB less.
FROM python:3.11-slim

ARG PIP_EXTRA_INDEX_URL=
WORKDIR /source
COPY . .
RUN pip install --no-cache-dir --disable-pip-version-check -c constraints.txt . \
    && useradd --create-home painter \
    && install --directory --owner painter /results

USER painter
WORKDIR /results
VOLUME /results
ENTRYPOINT ["brushwork"]
CMD ["run", "+experiment=quickstart"]
