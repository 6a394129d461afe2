package dev.mayfly.face.mongo.command.user;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.MongoCommand;
import java.util.Set;

/** A command that brings a user's password, roles and custom data, see {@link UserFields}. */
interface UserWriting extends MongoCommand {
    @Override
    default Set<String> fields() {
        return UserFields.NAMES;
    }

    @Override
    default Access access() {
        return Access.MANAGE_USERS;
    }

    @Override
    default boolean isSecret() {
        return true;
    }
}
