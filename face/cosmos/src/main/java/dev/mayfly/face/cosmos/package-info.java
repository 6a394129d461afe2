/** The REST protocol of Azure Cosmos DB, as its SDKs speak it to a gateway. */
@NullMarked
package dev.mayfly.face.cosmos;

import org.jspecify.annotations.NullMarked;
