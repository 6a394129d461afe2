/** Seats that are reserved for a while, over the MongoDB driver. */
package dev.mayfly.examples.seats;
