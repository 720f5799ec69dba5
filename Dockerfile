# One process, one volume. Needs no build step: Node runs the TypeScript as it is.
FROM node:26.10.0-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/protocol/package.json packages/protocol/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund && npm cache clean --force
COPY packages packages
RUN mkdir /data && chown node:node /data
USER node
ENV RETINUE_DATA=/data RETINUE_HOST=0.0.0.0 NODE_ENV=production
VOLUME /data
EXPOSE 7420
HEALTHCHECK --interval=15s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:7420/readyz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "packages/server/src/cli/retinue.ts", "start"]
