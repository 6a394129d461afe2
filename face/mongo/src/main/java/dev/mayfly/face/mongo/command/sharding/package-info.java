/** The commands that only a mongos has. */
@NullMarked
package dev.mayfly.face.mongo.command.sharding;

import org.jspecify.annotations.NullMarked;
