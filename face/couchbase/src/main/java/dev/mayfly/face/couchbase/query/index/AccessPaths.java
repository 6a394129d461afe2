package dev.mayfly.face.couchbase.query.index;

/** Finds the best way to documents. Safe for concurrent use. */
@FunctionalInterface
public interface AccessPaths {
    /** @throws dev.mayfly.face.couchbase.language.value.N1qlException when there is no index that leads to them */
    AccessPath find(KeyspaceDemand wanted);
}
