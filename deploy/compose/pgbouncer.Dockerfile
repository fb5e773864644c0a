# PgBouncer from Debian: 1.24, which carries named statements in transaction mode.
FROM debian:trixie-slim
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends pgbouncer \
    && rm -rf /var/lib/apt/lists/*
USER 10002:10002
EXPOSE 6432
# Transactions under way end first. On SIGTERM it would wait for clients that stay connected.
STOPSIGNAL SIGINT
ENTRYPOINT ["/usr/sbin/pgbouncer"]
CMD ["/etc/pgbouncer/pgbouncer.ini"]
