# Two stages: the first builds the wheel, the second has nothing but what runs.
ARG PYTHON=3.13

FROM python:${PYTHON}-slim AS build
# Without Git in the image the version is given: docker build --build-arg VERSION=1.2.3 .
ARG VERSION=0.1.0.dev0
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 SETUPTOOLS_SCM_PRETEND_VERSION=${VERSION}
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN python -m venv /opt/spielbaum && /opt/spielbaum/bin/pip install '.[cluster,postgres,tables,web]'

FROM python:${PYTHON}-slim
RUN useradd --create-home --uid 10001 spielbaum && install -d -o spielbaum -g spielbaum -m 0700 /var/cache/spielbaum
COPY --from=build /opt/spielbaum /opt/spielbaum
# Kernels are kept in a volume of the user's own: others must not be able to write there.
ENV PATH=/opt/spielbaum/bin:$PATH SPIELBAUM_CACHE_DIR=/var/cache/spielbaum PYTHONUNBUFFERED=1
# `docker run ... prepare` compiles the engines of all games into it ahead, for the processor it runs on.
VOLUME /var/cache/spielbaum
USER 10001
WORKDIR /home/spielbaum
EXPOSE 8000
ENTRYPOINT ["spielbaum"]
CMD ["--help"]
