# Drakdom in a container. The folder with scenarios is mounted at /work:
#   docker build -t drakdom .
#   docker run --rm -v "$PWD:/work" drakdom check scenarios
FROM python:3.11-slim
COPY . /src
RUN python -m pip install --no-cache-dir --constraint /src/constraints.txt "/src[png]" \
 && rm -rf /src \
 && useradd --create-home drakdom
USER drakdom
WORKDIR /work
ENTRYPOINT ["drakdom"]
CMD ["--help"]
