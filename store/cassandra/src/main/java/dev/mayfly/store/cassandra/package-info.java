/**
 * The store port over Apache Cassandra: one table, one of its partitions for each partition of ours, and every commit one
 * conditional batch of it. {@link dev.mayfly.store.cassandra.CellsTable} has the table, {@link
 * dev.mayfly.store.cassandra.ShardWriter} explains commits.
 */
@NullMarked
package dev.mayfly.store.cassandra;

import org.jspecify.annotations.NullMarked;
