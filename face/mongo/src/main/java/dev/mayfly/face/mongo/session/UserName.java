package dev.mayfly.face.mongo.session;

/** A user is known by the database he was created in and his name there. */
public record UserName(String database, String name) {
    @Override
    public String toString() {
        return name + "@" + database;
    }
}
