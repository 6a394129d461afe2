package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RestOperation;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** The public pages of an emulator: its certificate, so that clients can trust it. */
public final class EmulatorPages implements RestOperation {
    private static final String CERTIFICATE = "emulator.pem";

    private final Supplier<String> certificate;

    /** @param certificate in PEM */
    public EmulatorPages(Supplier<String> certificate) {
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
