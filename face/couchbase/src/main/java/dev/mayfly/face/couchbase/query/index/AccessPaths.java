package dev.mayfly.face.couchbase.query.index;

/** Finds the best way to documents. Safe for concurrent use. */
@FunctionalInterface
public interface AccessPaths {
    /** @throws dev.mayfly.face.couchbase.language.QueryException when there is no index that leads to them */
    AccessPath find(Wanted wanted);
}
