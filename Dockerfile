# Drakdom in a container. The folder with scenarios is mounted at /work:
#   docker build -t drakdom .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" drakdom check scenarios
FROM python:3.11-slim AS build
COPY . /src
RUN python -m venv /opt/drakdom \
 && /opt/drakdom/bin/python -m pip install --no-cache-dir --constraint /src/constraints.txt hatchling PyYAML \
 && /opt/drakdom/bin/python -m pip install --no-cache-dir --constraint /src/constraints.txt --no-build-isolation \
    "/src[png]"

FROM python:3.11-slim
LABEL org.opencontainers.image.title="Drakdom" \
      org.opencontainers.image.description="Rules on disputes in board games" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /opt/drakdom /opt/drakdom
RUN useradd --create-home drakdom
ENV PATH="/opt/drakdom/bin:$PATH"
USER drakdom
WORKDIR /work
ENTRYPOINT ["drakdom"]
CMD ["--help"]
