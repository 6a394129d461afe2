/** A log of events, over the SDK of Azure Cosmos DB. */
@NullMarked
package dev.mayfly.examples.eventlog;

import org.jspecify.annotations.NullMarked;
