package dev.mayfly.face.cosmos.session;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.audit.Actor;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosHandler;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.resource.Metadata;

/** Admits callers with a key of the account, or with a token for the request. Safe for concurrent use. */
public final class RequestAuthenticator implements CosmosHandler.Gate {
    private final CosmosKeys keys;
    private final Signatures signatures;
    private final ResourceTokens tokens;

    /** @param machine by which dates are judged */
    public RequestAuthenticator(CosmosKeys keys, Clock machine, ResourceTokens tokens) {
        this.keys = keys;
        this.signatures = new Signatures(keys, new RequestDates(machine));
        this.tokens = tokens;
    }

    @Override
    public Actor admit(CosmosRequest request) {
        if (request.link().type() == ResourceType.EXPLORER) {
            return caller(Actor.NOBODY);
        }
        String header = request.fields().given(RequestField.AUTHORIZATION);
        if (header == null) {
            throw Signatures.unauthorized(
                    "Required Header authorization is missing. Ensure a valid Authorization token is passed.");
        }
        if (keys.isLoopbackOnly() && !request.isFromLoopback()) {
            throw Signatures.unauthorized(
                    "The key of the emulator opens this account to callers on its own machine only.");
        }
        SentToken token = SentToken.of(header);
        if (token == null) {
            throw Signatures.unauthorized("The authorization header is malformed.");
        }
        String who = switch (token.type()) {
            case "master" -> admitKey(request, token);
            case "resource" -> tokens.admit(request, token.signature());
            default ->
                throw Signatures.unauthorized("The type of the authorization token is neither master nor resource.");
        };
        request.admitted();
        return caller(who);
    }

    private static Actor caller(String who) {
        return new Actor(Metadata.FACE, who);
    }

    private String admitKey(CosmosRequest request, SentToken token) {
        SigningKey signer = signatures.require(request, token.signature());
        boolean isRead = !request.verb().isWrite() && request.link().type() != ResourceType.PERMISSION;
        if (signer.readsOnly() && !isRead) {
            throw insufficient();
        }
        return signer.name();
    }

    /** Returns the refusal of a known caller that lacks the permission. */
    static CosmosException insufficient() {
        return new CosmosException(
                403,
                0,
                "Forbidden",
                "Insufficient permissions provided in the authorization header for the corresponding request."
                        + " Please retry with another authorization header.");
    }
}
