//! Whole flows over real sockets and a real PostgreSQL: one binary, a file a flow.
