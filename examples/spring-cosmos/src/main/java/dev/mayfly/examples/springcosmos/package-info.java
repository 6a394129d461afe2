/** Carts that are forgotten, over Spring Data for Azure Cosmos DB. */
@NullMarked
package dev.mayfly.examples.springcosmos;

import org.jspecify.annotations.NullMarked;
