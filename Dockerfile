# The emulator: docs/emulator.md. Built from the package as it is published.
FROM node:22-bookworm-slim AS package
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN npm pack --pack-destination /tmp && mkdir /package && tar -xzf /tmp/pulumi-nodecloud-*.tgz -C /package --strip-components=1
WORKDIR /package
# The emulator needs neither the Pulumi SDK nor the examples.
RUN rm -rf examples && cp /build/package-lock.json . \
  && npm ci --omit=dev --omit=peer --workspaces=false --ignore-scripts --no-audit --no-fund

FROM node:22-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=package /package ./
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4119
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s --retries=3 CMD ["node", "/app/dist/cli/main.js", "emulator", "--health"]
ENTRYPOINT ["node", "/app/dist/cli/main.js", "emulator", "--host", "0.0.0.0", "--data", "/data"]
