# The server image: built in one stage, run in another as an unprivileged user. PostgreSQL is its own container.
FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --locked --profile dist --bin damas

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --no-create-home damas
COPY --from=build /src/target/dist/damas /usr/local/bin/damas
COPY config/damas.toml /etc/damas/damas.toml
USER damas
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["/usr/local/bin/damas", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/damas"]
CMD ["serve", "--config", "/etc/damas/damas.toml", "--listen", "0.0.0.0:8080"]
