/** The cosmos face through the SDKs of Azure Cosmos DB. */
@NullMarked
package dev.mayfly.test.cosmos;

import org.jspecify.annotations.NullMarked;
