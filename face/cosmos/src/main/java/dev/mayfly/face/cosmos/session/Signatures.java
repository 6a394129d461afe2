package dev.mayfly.face.cosmos.session;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.Link;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.http.RequestFields;
import dev.mayfly.face.cosmos.http.ResourceType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Checks requests that are signed with a key of the account. Hot. Safe for concurrent use. */
final class Signatures {
    private static final String ADVICE =
            "The input authorization token can't serve the request. The wrong key is being used or the expected payload"
                    + " is not built as per the protocol. Server used the following payload to sign: '";
    /** The length of the resource id of a database, and its ending. */
    private static final int DATABASE_RID_LENGTH = 8;

    private static final String DATABASE_RID_END = "==";

    private final CosmosKeys keys;
    private final RequestDates dates;

    Signatures(CosmosKeys keys, RequestDates dates) {
        this.keys = keys;
        this.dates = dates;
    }

    /**
     * The key that has signed the request.
     *
     * @throws CosmosException when none has
     */
    SigningKey require(CosmosRequest request, String signature) {
        RequestFields fields = request.fields();
        String date = fields.given(RequestField.X_MS_DATE);
        String plainDate = fields.given(RequestField.DATE);
        if (date == null && plainDate == null) {
            throw unauthorized(
                    "The request has neither an x-ms-date nor a date header, which are part of what is signed.");
        }
        dates.requireNear(date != null ? date : String.valueOf(plainDate));
        String end = lower(date) + "\n" + lower(date == null ? plainDate : fields.get(RequestField.DATE)) + "\n";
        String text = text(request, request.link().resourceLink(), end);
        byte[] sent = bytes(signature);
        SigningKey signer = signer(text, sent);
        if (signer == null && isByRid(request.link())) {
            signer = signer(text(request, request.link().id().toLowerCase(Locale.ROOT), end), sent);
        }
        if (signer == null) {
            throw unauthorized(ADVICE + text + "'");
        }
        return signer;
    }

    private @Nullable SigningKey signer(String text, byte[] signature) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (SigningKey key : keys.all()) {
            if (key.hasSigned(bytes, signature)) {
                return key;
            }
        }
        return null;
    }

    private static String text(CosmosRequest request, String link, String end) {
        ResourceType type = request.link().type();
        // An operation on a whole container is signed as the container is.
        String word = type == ResourceType.CONTAINER_OPERATION ? ResourceType.CONTAINER.word() : type.word();
        String signed =
                type == ResourceType.CONTAINER_OPERATION ? request.link().resourceLink(2) : link;
        return lower(request.method()) + "\n" + word + "\n" + signed + "\n" + end;
    }

    /** Returns true if the link uses resource ids, of which only the last one is signed. */
    private static boolean isByRid(Link link) {
        if (link.ids().isEmpty()) {
            return false;
        }
        String first = link.ids().getFirst();
        return link.type() == ResourceType.OFFER
                || (first.length() == DATABASE_RID_LENGTH && first.endsWith(DATABASE_RID_END));
    }

    private static String lower(@Nullable String text) {
        return text == null ? "" : text.toLowerCase(Locale.ROOT);
    }

    private static byte[] bytes(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException _) {
            return new byte[0];
        }
    }

    static CosmosException unauthorized(String message) {
        return new CosmosException(401, 0, "Unauthorized", message);
    }
}
