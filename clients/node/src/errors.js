// What goes wrong, as errors.

/** All errors of this package. */
export class ButtondError extends Error {
  constructor(message, options) {
    super(message, options);
    this.detail = message;
  }

  get name() {
    return this.constructor.name;
  }
}

/** Nobody listens on the socket. */
export class NoDaemon extends ButtondError {
  reason = "noDaemon";
}

/** The connection ended before the answer came: a change may have been made, or not. */
export class ConnectionLost extends ButtondError {
  reason = "connectionLost";
}

/** The client was closed. */
export class Closed extends ButtondError {
  reason = "closed";
}

/** No answer came within the client's timeout: a change may have been made, or not. */
export class AnswerTimeout extends ButtondError {
  reason = "timeout";
}

/** The daemon refused a request; the subclasses name the reasons, and the message what to do. */
export class Refused extends ButtondError {
  constructor(code, message, data = {}) {
    const place = data.path ? `, at ${data.path}` : "";
    super(`${message} (${data.reason ?? `error ${code}`}${place})`);
    this.code = code;
    this.reason = data.reason ?? `error ${code}`;
    this.detail = message;
    this.path = data.path;
    this.data = data;
  }

  /** Whether a change stands nevertheless. */
  get applied() {
    return this.data.applied === true;
  }

  /** The revision that the daemon names: of a conflict, of a change that stands. */
  get revision() {
    return this.data.revision;
  }
}

export class ParseError extends Refused {}
export class InvalidRequest extends Refused {}
export class MethodNotFound extends Refused {}
export class InvalidParams extends Refused {}
export class InternalError extends Refused {}
export class NotFound extends Refused {}
export class Conflict extends Refused {}
export class Forbidden extends Refused {}
export class ConfigurationRequired extends Refused {}

/** A limit is reached: `limit` is its name, `value` what it is set to. */
export class LimitExceeded extends Refused {
  get limit() {
    return this.data.limit;
  }

  get value() {
    return this.data.value;
  }
}

export class PluginUnavailable extends Refused {}
export class WaitTimeout extends Refused {}
export class CapabilityMissing extends Refused {}
export class Disabled extends Refused {}
export class NotDurable extends Refused {}
export class InvalidConfiguration extends Refused {}
export class DerivedKey extends Refused {}
export class Guarded extends Refused {}
export class FleetUnavailable extends Refused {}

/** The class for each word of the protocol; scripts/test check holds it to openrpc.json. */
export const reasons = {
  parseError: ParseError,
  invalidRequest: InvalidRequest,
  methodNotFound: MethodNotFound,
  invalidParams: InvalidParams,
  internalError: InternalError,
  notFound: NotFound,
  conflict: Conflict,
  forbidden: Forbidden,
  configurationRequired: ConfigurationRequired,
  limitExceeded: LimitExceeded,
  pluginUnavailable: PluginUnavailable,
  timeout: WaitTimeout,
  capabilityMissing: CapabilityMissing,
  disabled: Disabled,
  notDurable: NotDurable,
  invalidConfiguration: InvalidConfiguration,
  derivedKey: DerivedKey,
  guarded: Guarded,
  fleetUnavailable: FleetUnavailable,
};

/** The error for the `error` of an answer; one that is new to this package is a Refused. */
export function refusal({ code, message, data }) {
  return new (reasons[data?.reason] ?? Refused)(code, message, data ?? {});
}
