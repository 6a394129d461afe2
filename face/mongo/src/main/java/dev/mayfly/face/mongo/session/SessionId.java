package dev.mayfly.face.mongo.session;

import java.util.UUID;

/**
 * A logical session: a number that the client chose, and whose it is.
 *
 * @param user as text, empty without login
 */
public record SessionId(UUID id, String user) {}
