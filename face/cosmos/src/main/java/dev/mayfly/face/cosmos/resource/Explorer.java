package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.CosmosErrors;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.Operation;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** What an emulator shows to whoever asks: its certificate, so that it can be trusted. */
public final class Explorer implements Operation {
    private static final String CERTIFICATE = "emulator.pem";

    private final Supplier<String> certificate;

    /** @param certificate in PEM */
    public Explorer(Supplier<String> certificate) {
        this.certificate = certificate;
    }

    @Override
    public CosmosResponse answer(CosmosRequest request) {
        if (!request.link().id().equals(CERTIFICATE)) {
            throw CosmosErrors.notFound();
        }
        return CosmosResponse.of(200, certificate.get().getBytes(StandardCharsets.US_ASCII))
                .type("application/x-pem-file");
    }
}
