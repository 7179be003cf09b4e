import Testing

/// Tests of the web gateway; those of the running program one after the other.
@Suite(.serialized) struct GatewayTests {}
