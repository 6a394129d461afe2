package dev.mayfly.face.mongo.command;

/** A command about the server as a whole: it is sent to the database admin, by those who manage the server. */
public interface ServerCommand extends MongoCommand {
    @Override
    default Access access() {
        return Access.MANAGE_SERVER;
    }

    @Override
    default boolean isAdminOnly() {
        return true;
    }
}
