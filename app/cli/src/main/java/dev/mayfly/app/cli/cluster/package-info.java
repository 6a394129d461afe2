/** A cluster to try on one machine: its processes, their order of start and end, and what is told of them. */
@NullMarked
package dev.mayfly.app.cli.cluster;

import org.jspecify.annotations.NullMarked;
