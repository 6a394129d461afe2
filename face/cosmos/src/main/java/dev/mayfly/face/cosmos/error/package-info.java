/** Errors of the Cosmos DB protocol: statuses, substatuses, and the wording of engine errors. */
@NullMarked
package dev.mayfly.face.cosmos.error;

import org.jspecify.annotations.NullMarked;
