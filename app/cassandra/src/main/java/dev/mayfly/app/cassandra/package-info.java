/** A cluster of Apache Cassandra on this machine, to try and to test with: its processes, their files and their ends. */
@NullMarked
package dev.mayfly.app.cassandra;

import org.jspecify.annotations.NullMarked;
