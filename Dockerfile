# The web app is built in a stage of its own; the server needs no build step: Node runs its TypeScript as it is.
FROM node:26.10.0-slim AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/demo/package.json packages/demo/
COPY packages/protocol/package.json packages/protocol/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json ./
COPY scripts scripts
COPY packages/protocol packages/protocol
COPY packages/web packages/web
# An image holds the files of this build only. A page that was open during an upgrade, and needs a file that it has not fetched
# yet, reloads once and keeps its drafts.
RUN node scripts/build.mjs

# One process, one volume.
FROM node:26.10.0-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/demo/package.json packages/demo/
COPY packages/protocol/package.json packages/protocol/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund && npm cache clean --force
COPY packages packages
COPY --from=web /app/packages/web/dist packages/web/dist
RUN mkdir /data && chown node:node /data
USER node
ENV RETINUE_DATA=/data RETINUE_HOST=0.0.0.0 NODE_ENV=production
VOLUME /data
EXPOSE 7420
HEALTHCHECK --interval=15s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:7420/readyz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "packages/server/src/cli/retinue.ts", "start"]
