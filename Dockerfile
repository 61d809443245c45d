# One small machine with a volume at /data: docker build -t mori . && docker run -p 8080:8080 -v mori:/data mori
FROM python:3.11-slim-bookworm

RUN apt-get update \
 && apt-get install -y --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-noto-cjk \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --home-dir /data --no-create-home mori \
 && install -d -o mori -g mori -m 0700 /data
RUN pip install --no-cache-dir "uv>=0.9,<1"

WORKDIR /build
ENV UV_PROJECT_ENVIRONMENT=/opt/mori UV_PYTHON_DOWNLOADS=never UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_NO_CACHE=1
COPY pyproject.toml uv.lock README.md LICENSE ./
RUN uv sync --frozen --no-dev --extra postgres --no-install-project
COPY companion companion
COPY templates templates
COPY static static
COPY rules_db rules_db
RUN uv sync --frozen --no-dev --extra postgres --no-editable

COPY scripts/entrypoint.sh /entrypoint.sh
WORKDIR /data
ENV PATH=/opt/mori/bin:$PATH PYTHONUNBUFFERED=1 COMPANION_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["sh", "/entrypoint.sh"]
CMD ["companion", "serve", "--host", "0.0.0.0", "--port", "8080"]
