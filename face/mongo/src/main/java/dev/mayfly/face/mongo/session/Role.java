package dev.mayfly.face.mongo.session;

/** A role by its name and the database it is for. */
public record Role(String name, String database) {}
