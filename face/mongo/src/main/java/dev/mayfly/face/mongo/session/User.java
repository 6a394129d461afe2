package dev.mayfly.face.mongo.session;

import dev.mayfly.face.transport.scram.ScramSecret;
import java.util.List;
import org.bson.BsonDocument;

/**
 * A user as it is stored.
 *
 * @param customData whatever the creator wants to be remembered; empty if nothing
 */
public record User(UserName name, ScramSecret secret, List<Role> roles, BsonDocument customData) {
    public User {
        roles = List.copyOf(roles);
        customData = customData.clone();
    }
}
