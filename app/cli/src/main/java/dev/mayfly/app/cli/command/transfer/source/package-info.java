/** Servers of MongoDB, Azure Cosmos DB and Couchbase from which documents are copied while they run. */
@NullMarked
package dev.mayfly.app.cli.command.transfer.source;

import org.jspecify.annotations.NullMarked;
