package dev.mayfly.face.mongo.session;

/** The identity of a user: the database of its creation and the name there. */
public record UserName(String database, String name) {
    @Override
    public String toString() {
        return name + "@" + database;
    }
}
